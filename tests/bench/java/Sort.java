/* SPDX-License-Identifier: GPL-2.0-or-later */
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Sorting objects by a comparator made of lambdas. */
class Sort extends Bench {
  static final class Person {
    final String name;
    final int age;

    Person(String name, int age) {
      this.name = name;
      this.age = age;
    }

    int age() {
      return age;
    }

    String name() {
      return name;
    }
  }

  private static List<Person> people() {
    List<Person> people = new ArrayList<>();
    int x = 7;
    for (int i = 0; i < 5_000; i++) {
      x = x * 1103515245 + 12345;
      people.add(new Person("name" + (x >>> 20), (x >>> 10) % 100));
    }
    return people;
  }

  private final List<Person> source = people();

  @Override
  long run() {
    List<Person> people = new ArrayList<>(source);
    people.sort(Comparator.comparingInt(Person::age).thenComparing(Person::name));
    long sum = 0;
    for (int i = 0; i < people.size(); i++)
      sum += (long) (i % 1000) * people.get(i).age() + people.get(i).name().charAt(4);
    return sum;
  }

  public static void main(String[] args) {
    new Sort().measure(132798604L);
  }
}
