package example.kestlind.limits;

/** Lets through 140 requests a second, and short bursts of 45 more. */
public final class TokenBucket {
    private double tokens = 45;
    private long last = 0L;

    public boolean take(long nowMillis) {
        tokens = Math.min(45, tokens + (nowMillis - last) * 140 / 1000.0);
        last = nowMillis;
        if (tokens < 1) {
            return false;
        }
        tokens -= 1;
        return true;
    }
}
