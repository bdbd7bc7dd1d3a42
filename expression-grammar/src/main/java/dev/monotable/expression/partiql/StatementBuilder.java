package dev.monotable.expression.partiql;

import dev.monotable.expression.ConditionExpression;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.AnyNameContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ArgumentsContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.AssignmentContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.BagContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.BagTermContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.BetweenContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.CallContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.CandidatesContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ChangeContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ColumnContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.CommandContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ComparatorContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.CompareContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ComparisonContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ConjunctionContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.DeleteContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ExpressionContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.GroupContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.InContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.InsertContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.IsContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.KeywordCallContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.LikeContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ListContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ListTermContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.LiteralContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.LiteralTermContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.MapContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.MapTermContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.MemberContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.MembershipContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.NegationContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.OrderContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ParameterContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.PathContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.PathTermContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ProductContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.ReturningContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.SelectContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.SignContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.SignedContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.SourceContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.StatementContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.StepContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.SumContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.TargetContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.TermContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.TestContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.TypeContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.UpdateContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.UpdateFromContext;
import dev.monotable.expression.partiql.antlr.PartiqlGrammar.WhereContext;
import dev.monotable.expression.partiql.antlr.PartiqlTokens;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.tree.ParseTree;
import org.jspecify.annotations.Nullable;

/** Builds the syntax tree from ANTLR's tree. */
final class StatementBuilder {
  private final StatementTokens tokens;
  private int chained;

  StatementBuilder(StatementTokens tokens) {
    this.tokens = tokens;
  }

  Statement statement(StatementContext context) {
    CommandContext command = context.command();
    ParserRuleContext only = (ParserRuleContext) command.getChild(0);
    if (only instanceof SelectContext select) {
      return select(select);
    }
    if (only instanceof InsertContext insert) {
      return insert(insert);
    }
    if (only instanceof UpdateContext update) {
      return new Statement.Update(
          target(update.target(), update.alias() != null),
          changes(update.change()),
          where(update.where()),
          returning(update.returning()));
    }
    if (only instanceof UpdateFromContext update) {
      return new Statement.Update(
          target(update.target(), update.alias() != null),
          changes(update.change()),
          where(update.where()),
          returning(update.returning()));
    }
    if (only instanceof DeleteContext delete) {
      return new Statement.Delete(
          target(delete.target(), delete.alias() != null),
          where(delete.where()),
          returning(delete.returning()));
    }
    return new Statement.Bare(expression((ExpressionContext) only));
  }

  private Statement.Select select(SelectContext context) {
    List<Term> columns = null;
    boolean columnAlias = false;
    if (!context.column().isEmpty()) {
      columns = new ArrayList<>();
      for (ColumnContext column : context.column()) {
        columns.add(expression(column.expression()));
        columnAlias |= column.anyName() != null;
      }
    }
    List<Statement.Source> sources = new ArrayList<>();
    for (SourceContext source : context.source()) {
      sources.add(source(source.anyName(), source.alias() != null));
    }
    List<Statement.Order> orders = new ArrayList<>();
    for (OrderContext order : context.order()) {
      orders.add(
          new Statement.Order(
              expression(order.expression()),
              order.direction != null && order.direction.getType() == PartiqlTokens.DESC));
    }
    return new Statement.Select(
        columns, columnAlias, sources, where(context.where()), orders, refusedClauses(context));
  }

  private static List<String> refusedClauses(SelectContext context) {
    List<String> refused = new ArrayList<>(0);
    for (ParseTree child : context.children) {
      if (child.getPayload() instanceof Token token) {
        switch (token.getType()) {
          case PartiqlTokens.DISTINCT,
              PartiqlTokens.GROUP,
              PartiqlTokens.HAVING,
              PartiqlTokens.LIMIT,
              PartiqlTokens.OFFSET ->
              refused.add(token.getText().toUpperCase(Locale.ROOT));
          default -> {}
        }
      }
    }
    return refused;
  }

  private Statement.Insert insert(InsertContext context) {
    return new Statement.Insert(
        target(context.target(), false),
        context.VALUE() != null,
        expression(context.expression()),
        returning(context.returning()));
  }

  private static Statement.Source target(TargetContext context, boolean alias) {
    return source(context.anyName(), alias);
  }

  private static Statement.Source source(List<AnyNameContext> names, boolean alias) {
    return new Statement.Source(names(names), alias, position(names.get(0).getStart()));
  }

  private List<Statement.Change> changes(List<ChangeContext> contexts) {
    List<Statement.Change> changes = new ArrayList<>();
    for (ChangeContext context : contexts) {
      if (context.REMOVE() != null) {
        changes.add(new Statement.Change(path(context.path()), null));
      }
      for (AssignmentContext assignment : context.assignment()) {
        Term.Path path = path(assignment.path());
        changes.add(new Statement.Change(path, expression(assignment.expression())));
      }
    }
    return changes;
  }

  private @Nullable Term where(@Nullable WhereContext context) {
    return context == null ? null : expression(context.expression());
  }

  private static Statement.@Nullable Returning returning(@Nullable ReturningContext context) {
    if (context == null) {
      return null;
    }
    boolean isOld = context.version.getType() == PartiqlTokens.OLD;
    if (context.extent.getType() == PartiqlTokens.ALL) {
      return isOld ? Statement.Returning.ALL_OLD : Statement.Returning.ALL_NEW;
    }
    return isOld ? Statement.Returning.MODIFIED_OLD : Statement.Returning.MODIFIED_NEW;
  }

  private static List<String> names(List<AnyNameContext> contexts) {
    List<String> names = new ArrayList<>(contexts.size());
    for (AnyNameContext context : contexts) {
      names.add(name(context.getStart()));
    }
    return names;
  }

  private static String name(Token token) {
    return token.getType() == PartiqlTokens.QUOTED ? unquoted(token, "\"") : token.getText();
  }

  private static String unquoted(Token token, String quote) {
    String text = token.getText();
    return text.substring(1, text.length() - 1).replace(quote + quote, quote);
  }

  private static Position position(Token token) {
    return new Position(
        token.getLine(),
        token.getCharPositionInLine() + 1,
        token.getStopIndex() - token.getStartIndex() + 1);
  }

  private Term expression(ExpressionContext context) {
    List<ConjunctionContext> parts = context.conjunction();
    if (parts.size() == 1) {
      return conjunction(parts.get(0));
    }
    List<Term> terms = new ArrayList<>(parts.size());
    for (ConjunctionContext part : parts) {
      terms.add(conjunction(part));
    }
    return new Term.Or(terms);
  }

  private Term conjunction(ConjunctionContext context) {
    List<NegationContext> parts = context.negation();
    if (parts.size() == 1) {
      return negation(parts.get(0));
    }
    List<Term> terms = new ArrayList<>(parts.size());
    for (NegationContext part : parts) {
      terms.add(negation(part));
    }
    return new Term.And(terms);
  }

  /**
   * Builds a negation. Two negations cancel out, so that many in a row do not build a deep tree.
   */
  private Term negation(NegationContext context) {
    Term term = comparison(context.comparison());
    return context.NOT().size() % 2 == 0 ? term : not(term, context.getStart());
  }

  private static Term not(Term term, Token token) {
    return new Term.Not(term, position(token));
  }

  private Term comparison(ComparisonContext context) {
    Term term = sum(context.sum());
    for (TestContext test : context.test()) {
      term = test(term, test);
    }
    chained += Math.max(0, context.test().size() - 1);
    return term;
  }

  /**
   * Returns the number of comparisons whose left operand is a comparison, as in {@code a = b = c}.
   * Each is a level of the tree.
   */
  int chained() {
    return chained;
  }

  private Term test(Term left, TestContext context) {
    if (context instanceof CompareContext compare) {
      return new Term.Comparison(operator(compare.comparator()), left, sum(compare.sum()));
    }
    if (context instanceof IsContext is) {
      Term term = new Term.Is(left, typeName(is.type()));
      return is.NOT() == null ? term : not(term, is.getStart());
    }
    MembershipContext membership = context.getRuleContext(MembershipContext.class, 0);
    Term term = membership(left, membership);
    return membership.getStart() == context.getStart() ? term : not(term, context.getStart());
  }

  private Term membership(Term left, MembershipContext context) {
    if (context instanceof InContext in) {
      return new Term.In(left, candidates(in.candidates()));
    }
    if (context instanceof BetweenContext between) {
      Term low = sum(between.low);
      return new Term.Between(left, low, sum(between.high));
    }
    return new Term.Like(left, sum(((LikeContext) context).sum()));
  }

  private Term candidates(CandidatesContext context) {
    if (context.list() != null) {
      return list(context.list());
    }
    if (context.bag() != null) {
      return bag(context.bag());
    }
    if (context.PARAMETER() != null) {
      return parameter(context.PARAMETER().getSymbol());
    }
    return new Term.ListOf(expressions(context.expression()), position(context.getStart()));
  }

  private static String typeName(TypeContext context) {
    StringBuilder name = new StringBuilder();
    for (ParseTree child : context.children) {
      name.append(name.length() == 0 ? "" : " ").append(child.getText());
    }
    return name.toString().toUpperCase(Locale.ROOT);
  }

  private static ConditionExpression.Comparison.Operator operator(ComparatorContext context) {
    return switch (context.getStart().getType()) {
      case PartiqlTokens.EQUAL -> ConditionExpression.Comparison.Operator.EQUAL;
      case PartiqlTokens.NOT_EQUAL -> ConditionExpression.Comparison.Operator.NOT_EQUAL;
      case PartiqlTokens.LESS -> ConditionExpression.Comparison.Operator.LESS;
      case PartiqlTokens.LESS_OR_EQUAL -> ConditionExpression.Comparison.Operator.LESS_OR_EQUAL;
      case PartiqlTokens.GREATER -> ConditionExpression.Comparison.Operator.GREATER;
      default -> ConditionExpression.Comparison.Operator.GREATER_OR_EQUAL;
    };
  }

  private Term sum(SumContext context) {
    List<ProductContext> parts = context.product();
    Term term = product(parts.get(0));
    for (int i = 1; i < parts.size(); i++) {
      String operator = context.operators.get(i - 1).getText();
      term = new Term.Arithmetic(operator, term, product(parts.get(i)));
    }
    return term;
  }

  private Term product(ProductContext context) {
    List<SignedContext> parts = context.signed();
    Term term = signed(parts.get(0));
    for (int i = 1; i < parts.size(); i++) {
      String operator = context.operators.get(i - 1).getText();
      term = new Term.Arithmetic(operator, term, signed(parts.get(i)));
    }
    return term;
  }

  private Term signed(SignedContext context) {
    Term term = term(context.term());
    if (context.sign().isEmpty()) {
      return term;
    }
    boolean negative = isNegative(context.sign());
    Position position = position(context.getStart());
    if (term instanceof Term.Number number) {
      return new Term.Number(negative ? negated(number.text()) : number.text(), position);
    }
    return new Term.Signed(negative, term, position);
  }

  private static boolean isNegative(List<SignContext> signs) {
    boolean negative = false;
    for (SignContext sign : signs) {
      negative ^= sign.MINUS() != null;
    }
    return negative;
  }

  /** Returns the number with the opposite sign. It may have a sign, as in {@code -(-1)}. */
  private static String negated(String number) {
    return number.startsWith("-") ? number.substring(1) : "-" + number;
  }

  private Term term(TermContext context) {
    if (context instanceof GroupContext group) {
      return group.select() != null
          ? new Term.Subselect(select(group.select()), false, position(group.getStart()))
          : expression(group.expression());
    }
    if (context instanceof PathTermContext path) {
      return path(path.path());
    }
    if (context instanceof LiteralTermContext literal) {
      return literal(literal.literal());
    }
    if (context instanceof ParameterContext parameter) {
      return parameter(parameter.getStart());
    }
    if (context instanceof ListTermContext list) {
      return list(list.list());
    }
    if (context instanceof MapTermContext map) {
      return map(map.map());
    }
    if (context instanceof BagTermContext bag) {
      return bag(bag.bag());
    }
    if (context instanceof KeywordCallContext call) {
      return call.select() != null
          ? new Term.Subselect(
              select(call.select()),
              call.functionName().EXISTS() != null,
              position(call.getStart()))
          : call(call.getStart(), call.arguments());
    }
    return call(context.getStart(), ((CallContext) context).arguments());
  }

  private Term call(Token name, @Nullable ArgumentsContext arguments) {
    return new Term.Call(
        name.getText().toLowerCase(Locale.ROOT),
        arguments == null ? List.of() : expressions(arguments.expression()),
        arguments != null && arguments.STAR() != null,
        position(name));
  }

  private List<Term> expressions(List<ExpressionContext> contexts) {
    List<Term> terms = new ArrayList<>(contexts.size());
    for (ExpressionContext context : contexts) {
      terms.add(expression(context));
    }
    return terms;
  }

  /**
   * Builds a parameter. Parameters are numbered by their order in the text, independent of the
   * order in which the tree is built.
   */
  private Term parameter(Token token) {
    int index = 0;
    for (Token other : tokens.all()) {
      if (other == token) {
        break;
      }
      if (other.getType() == PartiqlTokens.PARAMETER) {
        index++;
      }
    }
    return new Term.Parameter(index, position(token));
  }

  private Term list(ListContext context) {
    return new Term.ListOf(expressions(context.expression()), position(context.getStart()));
  }

  private Term bag(BagContext context) {
    return new Term.Bag(expressions(context.expression()), position(context.getStart()));
  }

  private Term map(MapContext context) {
    List<Term.Member> members = new ArrayList<>();
    for (MemberContext member : context.member()) {
      Term name = expression(member.expression(0));
      members.add(new Term.Member(name, expression(member.expression(1))));
    }
    return new Term.MapOf(members, position(context.getStart()));
  }

  private Term.Path path(PathContext context) {
    List<Term.Step> steps = new ArrayList<>();
    steps.add(nameStep(context.anyName().getStart()));
    for (StepContext step : context.step()) {
      steps.add(step(step));
    }
    return new Term.Path(steps, position(context.getStart()));
  }

  private static Term.Step nameStep(Token name) {
    return new Term.Step(Term.Step.Kind.NAME, name(name), position(name));
  }

  private static Term.Step step(StepContext context) {
    if (context.anyName() != null) {
      return nameStep(context.anyName().getStart());
    }
    if (context.STAR() != null) {
      return new Term.Step(Term.Step.Kind.STAR, "*", position(context.STAR().getSymbol()));
    }
    Token number = context.NUMBER().getSymbol();
    String text = isNegative(context.sign()) ? "-" + number.getText() : number.getText();
    return new Term.Step(Term.Step.Kind.INDEX, text, position(number));
  }

  private static Term literal(LiteralContext context) {
    Token token = context.getStart();
    Position position = position(token);
    return switch (token.getType()) {
      case PartiqlTokens.STRING -> new Term.Text(unquoted(token, "'"), position);
      case PartiqlTokens.NUMBER -> new Term.Number(token.getText(), position);
      case PartiqlTokens.TRUE -> new Term.Truth(true, position);
      case PartiqlTokens.FALSE -> new Term.Truth(false, position);
      case PartiqlTokens.NULL -> new Term.Null(position);
      default -> new Term.Missing(position);
    };
  }
}
