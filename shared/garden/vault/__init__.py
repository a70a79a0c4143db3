"""What lies in the folder of notes: its settings, its files, and what their heads say."""
