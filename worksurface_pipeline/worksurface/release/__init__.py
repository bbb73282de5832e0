"""The benchmark as a frozen thing: releases, their verification, challenges."""
