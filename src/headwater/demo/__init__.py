"""ShopFlow, the made-up shop of every example: thirty days of its data as OpenLineage events.

>>> from headwater.demo import history
>>> first = next(iter(history()))
>>> first["dataset"]["name"]
'crm.public.customers'
"""

from headwater.demo.history import history

__all__ = ["history"]
