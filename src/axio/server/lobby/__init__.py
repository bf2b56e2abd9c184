"""Meeting others: who is online, lists of tables, quick pairing, challenges, quick chat."""
