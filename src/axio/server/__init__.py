"""The place where games are played: tables, their log, and the browsers that look at them."""
