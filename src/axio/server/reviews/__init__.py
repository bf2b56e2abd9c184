"""Reviews of finished games: worked out once, stored, sent part by part; and exercises made of them."""
