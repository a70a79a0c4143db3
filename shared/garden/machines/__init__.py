"""What a garden gives to machines: manifest, feeds, sitemap and small files about addresses."""
