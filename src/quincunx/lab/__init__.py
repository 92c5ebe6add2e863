"""The lab: experiments with bots."""
