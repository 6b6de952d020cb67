"""Players that are programs: what a seat may see in, a command out. They see no more than a player would."""
