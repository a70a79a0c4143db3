"""What only a gardener's own machine needs; never imported by what runs on AWS."""
