"""What a seat is told over the wire, in two worlds that it cannot tell apart."""
