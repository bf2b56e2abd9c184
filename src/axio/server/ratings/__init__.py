"""How strong everyone is: games rated as they end, leaderboards, profiles, scores."""
