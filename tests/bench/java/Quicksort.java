/* SPDX-License-Identifier: GPL-2.0-or-later */
/** Sorting in place: numbers by hand, strings by the library. */
class Quicksort extends Bench {
  private static void sort(int[] a, int low, int high) {
    while (low < high) {
      int pivot = a[(low + high) >>> 1], i = low, j = high;
      while (i <= j) {
        while (a[i] < pivot)
          i++;
        while (a[j] > pivot)
          j--;
        if (i <= j) {
          int t = a[i];
          a[i++] = a[j];
          a[j--] = t;
        }
      }
      sort(a, low, j);
      low = i;
    }
  }

  @Override
  long run() {
    int[] numbers = new int[20_000];
    String[] names = new String[2_000];
    int x = 5;
    for (int i = 0; i < numbers.length; i++) {
      x = x * 1103515245 + 12345;
      numbers[i] = x >>> 2;
      if (i < names.length)
        names[i] = "n" + (x >>> 16);
    }
    sort(numbers, 0, numbers.length - 1);
    java.util.Arrays.sort(names);
    long sum = 0;
    for (int i = 0; i < numbers.length; i++)
      sum = sum * 3 + numbers[i];
    for (int i = 0; i < names.length; i++)
      sum += (long) i * names[i].length() + names[i].charAt(1);
    return sum;
  }

  public static void main(String[] args) {
    new Quicksort().measure(-170992528689751794L);
  }
}
