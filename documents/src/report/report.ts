/** What a report shows, ready to be written: texts are as people read them, numbers as spreadsheets count them. A thread can be sent it. */
export interface Report {
  readonly title: string
  /** Above the title: whose report it is. */
  readonly over: string
  /** Below the title: the period, what it is compared with, and whose view it is. */
  readonly notes: readonly string[]
  /** Where the same figures are on the screen. */
  readonly link: string
  /** From top to bottom. */
  readonly blocks: readonly ReportBlock[]
  readonly madeAt: Date
}

export type ReportBlock =
  | ReportFigures
  | ReportSeries
  | ReportParts
  | ReportTable
  /** Words of their own, or why there is no figure. */
  | { readonly kind: 'text'; readonly title?: string; readonly text: string }

export interface ReportFigures {
  readonly kind: 'figures'
  readonly figures: readonly ReportFigure[]
}

export interface ReportFigure {
  readonly name: string
  readonly text: string
  /** Against the period before, or that it is a figure of now. */
  readonly change: string
  readonly value: number | null
  readonly previous: number | null
  readonly unit: string
  readonly meaning: string
  readonly formula: string
}

/** A figure by day, beside the period before. */
export interface ReportSeries {
  readonly kind: 'series'
  readonly title: string
  readonly days: readonly string[]
  readonly values: readonly (number | null)[]
  readonly previous: readonly (number | null)[]
  /** On its axis. */
  readonly zeroText: string
  readonly mostText: string
}

/** The largest value of a series, where its axis ends. */
export const mostOf = ({ values, previous }: Pick<ReportSeries, 'values' | 'previous'>) =>
  Math.max(0, ...[...values, ...previous].map((value) => value ?? 0))

/** A figure divided by one dimension. */
export interface ReportParts {
  readonly kind: 'parts'
  readonly title: string
  /** What the parts are. */
  readonly first: string
  /** The name of the further number of each part, if they have one. */
  readonly further?: string
  readonly parts: readonly {
    readonly label: string
    readonly value: number
    /** `null` for a figure of now. */
    readonly previous: number | null
    readonly text: string
    readonly change: string
    readonly further?: { readonly value: number | null; readonly text: string }
  }[]
}

/** A table, such as of people: the rows that are there, of a total of so many. */
export interface ReportTable {
  readonly kind: 'table'
  readonly title: string
  /** `part` is of the width; numbers stand on the right. */
  readonly columns: readonly {
    readonly name: string
    readonly part: number
    readonly isNumber?: true
  }[]
  readonly rows: readonly (readonly ReportCell[])[]
  readonly total: number
}

export interface ReportCell {
  readonly text: string
  /** Where a spreadsheet counts with it. */
  readonly value?: number
}

/** The blocks of a kind. */
export const blocksOf = <K extends ReportBlock['kind']>({ blocks }: Pick<Report, 'blocks'>, kind: K) =>
  blocks.filter((block): block is Extract<ReportBlock, { kind: K }> => block.kind === kind)
