package example.kestlind.gateway;

/** Sends readings of a Tessarin station to the gateway. */
public final class GatewayClient {
    private static final int TIMEOUT_MS = 4500;
    private static final int POOL_SIZE = 24;

    private final String host;

    public GatewayClient(String host) {
        this.host = host;
    }

    public String address(String route) {
        return "https://" + host + route + "?timeout=" + TIMEOUT_MS;
    }

    public int connections() {
        return POOL_SIZE;
    }
}
