"""ShopFlow itself: its datasets, jobs, people, habits and the one bad night, as frozen values."""
