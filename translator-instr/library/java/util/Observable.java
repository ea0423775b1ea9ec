/* SPDX-License-Identifier: GPL-2.0-or-later
 *
 * Tells observers, the last one that was added first, that it has changed. */
package java.util;

@Deprecated
public class Observable {
  private final ArrayList<Observer> observers = new ArrayList<>();
  private boolean changed;

  public Observable() {
  }

  public synchronized void addObserver(Observer observer) {
    Objects.requireNonNull(observer);
    if (!observers.contains(observer))
      observers.add(observer);
  }

  public synchronized void deleteObserver(Observer observer) {
    observers.remove(observer);
  }

  public synchronized void deleteObservers() {
    observers.clear();
  }

  public synchronized int countObservers() {
    return observers.size();
  }

  public void notifyObservers() {
    notifyObservers(null);
  }

  public void notifyObservers(Object argument) {
    Observer[] told;
    synchronized (this) {
      if (!changed)
        return;
      changed = false;
      told = observers.toArray(new Observer[0]);
    }
    for (int i = told.length - 1; i >= 0; i--)
      told[i].update(this, argument);
  }

  protected synchronized void setChanged() {
    changed = true;
  }

  protected synchronized void clearChanged() {
    changed = false;
  }

  public synchronized boolean hasChanged() {
    return changed;
  }
}
