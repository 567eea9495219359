// A client of Server.java that has many requests under way.
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;

public class Client {
  public static void main(String[] words) throws Exception {
    Thread.sleep(3000);
    var client = HttpClient.newHttpClient();
    var all = new ArrayList<CompletableFuture<String>>();
    for (int i = 0; i < 20; ++i) {
      var body = HttpRequest.BodyPublishers.ofString("v" + i);
      var request = HttpRequest.newBuilder(URI.create("http://n0:8080/key" + i % 5)).PUT(body).build();
      all.add(client.sendAsync(request, BodyHandlers.ofString()).thenApply(answer -> answer.body()));
      if (i % 4 == 3) Thread.sleep(20);
    }
    for (int i = 0; i < 20; ++i) {
      var got = all.get(i).get();
      if (!got.equals("v" + i)) System.out.println("wrong: " + got);
    }
    System.out.println(InetAddress.getLocalHost());
    System.exit(0);
  }
}
