"""Match service: challenges, play and what is posted; it knows nothing of Discord."""
