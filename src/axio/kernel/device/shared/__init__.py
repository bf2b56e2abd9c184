"""What every game and board stands on: the row, chance, bits, tracks, scratch memory."""
