"""What every game needs and none owns."""
