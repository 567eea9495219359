// A service that stores values by HTTP, with four threads.
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

public class Server {
  public static void main(String[] words) throws Exception {
    var values = new ConcurrentHashMap<String, String>();
    var server = HttpServer.create(new InetSocketAddress(8080), 0);
    server.setExecutor(Executors.newFixedThreadPool(4));
    server.createContext("/", exchange -> {
      var path = exchange.getRequestURI().getPath();
      var body = new String(exchange.getRequestBody().readAllBytes());
      if (exchange.getRequestMethod().equals("PUT")) values.put(path, body);
      var answer = String.valueOf(values.get(path)).getBytes();
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
      exchange.close();
    });
    server.start();
    System.out.println("chance: " + new Random().nextInt() + " " + new Object().hashCode());
  }
}
