/** What a language says of promises and of days. Texts are folded before: small letters without accents. */

export interface PromiseLanguage {
  /** A person of ours says what they will do. */
  readonly promises: RegExp
  /** Then it is none: denied, on a condition, asked, or past. */
  readonly unless: RegExp
  /** What follows is a request of its own. */
  readonly aside?: RegExp
  /** Before a day: it is the deadline. */
  readonly until: RegExp
  /** After a day: it is the deadline. */
  readonly before?: RegExp
  /** Before a day: it is past, or only spoken of. */
  readonly past: RegExp
  readonly days: DayWords
}

/** Expressions, each with its groups. */
export interface DayWords {
  /** The names of numbers. */
  readonly numbers: Readonly<Record<string, number>>
  readonly today: RegExp
  readonly tomorrow: RegExp
  readonly dayAfterTomorrow: RegExp
  /** `n`, `unit`, and `working` for working days. */
  readonly within: RegExp
  /** Which of `unit` it is, by its beginning. */
  readonly units: { readonly minutes: RegExp; readonly hours: RegExp; readonly weeks: RegExp }
  /** The name of a weekday as `weekday`, and `next` for that of the next week. */
  readonly weekday: RegExp
  /** From Monday. */
  readonly weekdays: readonly RegExp[]
  readonly thisWeek: RegExp
  readonly nextWeek: RegExp
  readonly thisMonth: RegExp
  readonly nextMonth: RegExp
  /** `d`, `m` and perhaps `y`. */
  readonly date: RegExp
  /** From January. */
  readonly months: readonly RegExp[]
  /** `d`: a day of the month. */
  readonly dayOfMonth: RegExp
}
