/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Answers requests: takes them apart, finds the page or renders it, writes the answer, and keeps the tally. */
package cache;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import jx.prof.EventLog;

final class Server {
  private static final int RENDERED = EventLog.register("page rendered"); /* argument: the page */
  private static final int EVICTED = EventLog.register("page evicted");   /* argument: requests that it answered */
  private static final String FOLDER = "/articles/";

  private final int pages;
  private final Map<String, Page> cache;
  private final Renderer renderer = new Renderer();
  private final Tally tally = new Tally();

  Server(int capacity, int pages) {
    this.pages = pages;
    cache = new LinkedHashMap<String, Page>(16, 0.75f, true) {
      private static final long serialVersionUID = 1;

      @Override
      protected boolean removeEldestEntry(Map.Entry<String, Page> eldest) {
        if (size() <= capacity)
          return false;
        evicted(eldest.getValue());
        return true;
      }
    };
  }

  private void evicted(Page page) {
    tally.evictions++;
    EventLog.log(EVICTED, page.requests);
  }

  /* Throws BadRequest for a line that cannot be read. */
  void handle(Connection connection) {
    Request request = new Request(connection.line());
    Page page = find(request);
    if (page == null) {
      tally.unknown++;
      connection.send(head(404, request, 0));
    } else {
      page.requests++;
      connection.send(head(200, request, page.body.length));
      connection.send(page.body);
    }
    tally.digest = tally.digest * 31 + connection.digest();
  }

  /* From the cache, or made; null when there is no such page. */
  private Page find(Request request) {
    Page page = cache.get(request.path);
    if (page != null) {
      tally.hits++;
      return page;
    }
    int number = number(request);
    if (number >= pages)
      return null;
    tally.misses++;
    EventLog.log(RENDERED, number);
    page = new Page(number, renderer.render(number));
    cache.put(request.path, page);
    return page;
  }

  private static int number(Request request) {
    if (!request.path.startsWith(FOLDER))
      throw new BadRequest(request.path, "no page is there");
    return Integer.parseInt(request.path.substring(FOLDER.length()));
  }

  private static byte[] head(int status, Request request, int length) {
    StringBuilder head = new StringBuilder();
    head.append(request.protocol).append(' ').append(status).append('\n');
    head.append("Content-Length: ").append(length).append('\n');
    head.append("Content-Type: ").append(request.field("format", "text")).append('\n');
    head.append("X-User: ").append(request.field("user", "nobody")).append("\n\n");
    return head.toString().getBytes();
  }

  Tally tally() {
    return tally;
  }

  /* The pages in the cache, the one used longest ago first. */
  List<Integer> order() {
    List<Integer> order = new ArrayList<>();
    for (Page page : cache.values())
      order.add(page.number);
    return order;
  }
}
