package dev.monotable.design.heat;

import dev.monotable.design.load.DayCurve;
import java.util.ArrayList;
import java.util.List;

/**
 * The traffic over the time of a simulation, relative to the average. Between two points it changes
 * linearly; before the first and after the last it is constant.
 *
 * @param points at least one, with increasing times
 */
public record RateCurve(List<Point> points) {
  /** The average rate all the time. */
  public static final RateCurve CONSTANT = new RateCurve(List.of(new Point(0, 1)));

  private static final int HOUR = 3_600;

  /**
   * A point of the curve.
   *
   * @param second the time since the start
   * @param factor the rate, relative to the average
   */
  public record Point(int second, double factor) {}

  public RateCurve {
    points = List.copyOf(points);
    for (int i = 0; i < points.size(); i++) {
      if (!(points.get(i).factor() >= 0)
          || (i > 0 && points.get(i).second() <= points.get(i - 1).second())) {
        throw new IllegalArgumentException(
            "the points of a curve must be in the order of time, with factors of at least 0: "
                + points);
      }
    }
    if (points.isEmpty()) {
      throw new IllegalArgumentException("a curve needs a point");
    }
  }

  /** Returns a curve that has the rate of each hour in its middle. */
  public static RateCurve of(DayCurve day) {
    List<Point> points = new ArrayList<>();
    for (int hour = 0; hour < 24; hour++) {
      points.add(new Point(hour * HOUR + HOUR / 2, day.factor(hour).doubleValue()));
    }
    return new RateCurve(points);
  }

  /** Returns the factor at a time. */
  public double factor(double second) {
    Point before = points.get(0);
    if (second <= before.second()) {
      return before.factor();
    }
    for (Point point : points) {
      if (second < point.second()) {
        double part = (second - before.second()) / (point.second() - before.second());
        return before.factor() + part * (point.factor() - before.factor());
      }
      before = point;
    }
    return before.factor();
  }

  /** Returns the highest factor. */
  public double peak() {
    double peak = 0;
    for (Point point : points) {
      peak = Math.max(peak, point.factor());
    }
    return peak;
  }
}
