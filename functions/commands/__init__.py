"""The commands of `thistledown`, one file each; `functions.cli` lists them."""
