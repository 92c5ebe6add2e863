"""tmp"""

from quincunx.core.bots import RandomBot

BOTS = {"random": RandomBot}
