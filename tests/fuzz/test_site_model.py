"""People use the site in any order, and find what the model says."""

import hypothesis

from tests.fuzz.site_model import SiteModel

TestSite = SiteModel.TestCase
TestSite.settings = hypothesis.settings(
    hypothesis.settings.get_profile("same"), max_examples=8, stateful_step_count=30
)
