/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.LinkedHashMap;
import java.util.Map;

/** Two generations: a cache of the pages last asked for, over requests that die at once. */
class Cache extends Bench {
  private static final int PAGES = 2000, KEPT = 500;

  static final class Request {
    final int page;
    final String user;

    Request(int page, String user) {
      this.page = page;
      this.user = user;
    }
  }

  static final class Pages extends LinkedHashMap<Integer, byte[]> {
    private static final long serialVersionUID = 1;

    Pages() {
      super(KEPT * 2, 0.75f, true);
    }

    @Override
    protected boolean removeEldestEntry(Map.Entry<Integer, byte[]> eldest) {
      return size() > KEPT;
    }
  }

  private static byte[] render(int page) {
    byte[] text = new byte[256];
    for (int i = 0; i < text.length; i++)
      text[i] = (byte) (page + i);
    return text;
  }

  @Override
  long run() {
    Pages cache = new Pages();
    long sum = 0, misses = 0;
    int x = 4711;
    for (int i = 0; i < 15_000; i++) {
      x = x * 1103515245 + 12345;
      int r = x >>> 8;
      Request request = new Request(r % 4 == 0 ? r % PAGES : r % (KEPT / 2), "user" + i % 100);
      byte[] page = cache.get(request.page);
      if (page == null) {
        misses++;
        page = render(request.page);
        cache.put(request.page, page);
      }
      sum += page[i & 255] + request.user.length();
    }
    return sum * 1_000_000 + misses;
  }

  public static void main(String[] args) {
    new Cache().measure(93382001802L);
  }
}
