/** The words of a language for the slots of its scenes. */
export interface Lexicon {
  /** Sunday first. */
  readonly weekdays: readonly string[]
  readonly months: readonly string[]
  date(day: number, month: string): string
  time(hour: number, minute: number): string
  money(amount: number, currency: string): string
  percent(value: string): string
  quarter(number: number): string
  formal(person: { gender: 'f' | 'm'; lastName: string; firstName: string }): string
  /** The client's name in a message, if it is not the first name. */
  readonly familiar?: (person: { gender: 'f' | 'm'; lastName: string; firstName: string }) => string
  /** Free choices by slot name. */
  readonly lists: Readonly<Record<string, readonly string[]>>
}

/** `1234567` with `separator` between thousands. */
export function grouped(amount: number, separator: string): string {
  return String(amount).replaceAll(/\B(?=(\d{3})+$)/g, separator)
}

export function pad2(value: number): string {
  return String(value).padStart(2, '0')
}

/** Fictional houses, funds and companies, shared by all languages. */
export const marketNames = {
  fund: [
    'Halden Balanced',
    'Halden Global Income',
    'Marsh Smaller Companies',
    'Halden Short Bond',
    'Marsh Responsible Growth',
    'Halden Infrastructure',
    'Marsh European Equity',
    'Halden Real Return',
    'Marsh Asia Dividend',
    'Halden Cautious',
    'Marsh Healthcare Leaders',
    'Halden Liquidity',
  ],
  company: [
    'Norvane Energy',
    'Calder Robotics',
    'Ostrea Shipping',
    'Pellworm Semiconductors',
    'Tansy Foods',
    'Brackwater Utilities',
    'Ilex Pharma',
    'Corvid Aerospace',
    'Lumen & Thorne',
    'Sabine Rail',
    'Vantry Payments',
    'Hexham Insurance',
    'Astrolabe Software',
    'Quarrel Mining',
    'Mistral Wind',
    'Gannet Airways',
  ],
} as const
