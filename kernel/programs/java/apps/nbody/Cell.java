/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A cube of space: empty, or with one star, or with eight parts of which some are there. The cells DEEPEST levels
 * down are not divided again; stars that close are kept in a list. Used in this order: add() all, weigh(), pull()
 * each. */
package nbody;

import java.util.ArrayList;
import java.util.List;

final class Cell {
  private static final int DEEPEST = 40; /* two stars would have to be 1e-12 apart */

  private final double x, y, z, half; /* middle, half the width */
  private final int depth;
  private Cell[] parts;
  private Star star;         /* of an undivided cell: the first one in it */
  private List<Star> others; /* of one at DEEPEST: the rest, or null */
  private double mass, mx, my, mz; /* of all in it, and their centre */

  Cell(double x, double y, double z, double half, int depth) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.half = half;
    this.depth = depth;
  }

  void add(Star another) {
    if (parts != null)
      part(another).add(another);
    else if (star == null)
      star = another;
    else if (depth == DEEPEST)
      crowd(another);
    else
      divide(another);
  }

  private void crowd(Star another) {
    if (others == null)
      others = new ArrayList<>();
    others.add(another);
  }

  private void divide(Star another) {
    parts = new Cell[8];
    part(star).add(star);
    part(another).add(another);
    star = null;
  }

  private Cell part(Star star) {
    int octant = (star.x < x ? 0 : 1) + (star.y < y ? 0 : 2) + (star.z < z ? 0 : 4);
    if (parts[octant] == null)
      parts[octant] = newPart(octant, half / 2);
    return parts[octant];
  }

  private Cell newPart(int octant, double quarter) {
    return new Cell(x + ((octant & 1) == 0 ? -quarter : quarter), y + ((octant & 2) == 0 ? -quarter : quarter),
      z + ((octant & 4) == 0 ? -quarter : quarter), quarter, depth + 1);
  }

  /* Finds mass and centre of mass, from the leaves up. */
  void weigh() {
    if (parts != null) {
      for (Cell part : parts)
        if (part != null) {
          part.weigh();
          gather(part.mass, part.mx, part.my, part.mz);
        }
    } else {
      gather(star.mass, star.x, star.y, star.z);
      for (int i = 0; others != null && i < others.size(); i++)
        gather(others.get(i).mass, others.get(i).x, others.get(i).y, others.get(i).z);
    }
    mx /= mass;
    my /= mass;
    mz /= mass;
  }

  private void gather(double more, double atX, double atY, double atZ) {
    mass += more;
    mx += more * atX;
    my += more * atY;
    mz += more * atZ;
  }

  /* Adds the pull of all in this cell on `target'; how many pulls that took. `opening': the ratio, squared. */
  int pull(Star target, double opening) {
    if (parts == null)
      return pullStars(target);
    double dx = mx - target.x, dy = my - target.y, dz = mz - target.z;
    if (4 * half * half <= opening * (dx * dx + dy * dy + dz * dz)) {
      target.pull(mass, dx, dy, dz, Star.SOFT);
      return 1;
    }
    int pulls = 0;
    for (Cell part : parts)
      if (part != null)
        pulls += part.pull(target, opening);
    return pulls;
  }

  private int pullStars(Star target) {
    int pulls = pullStar(target, star);
    for (int i = 0; others != null && i < others.size(); i++)
      pulls += pullStar(target, others.get(i));
    return pulls;
  }

  private static int pullStar(Star target, Star puller) {
    if (puller == target)
      return 0;
    target.pull(puller.mass, puller.x - target.x, puller.y - target.y, puller.z - target.z, Star.SOFT);
    return 1;
  }
}
