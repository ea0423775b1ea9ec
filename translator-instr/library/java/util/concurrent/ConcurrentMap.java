/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * A map whose compound operations are one step. */
package java.util.concurrent;

import java.util.Map;

public interface ConcurrentMap<K, V> extends Map<K, V> {
}
