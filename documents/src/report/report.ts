/** What a report shows, ready to be written: texts are as people read them, numbers as spreadsheets count them. */
export interface Report {
  readonly title: string
  /** Above the title: whose report it is. */
  readonly over: string
  /** Below the title: the period, what it is compared with, and whose view it is. */
  readonly notes: readonly string[]
  /** Where the same figures are on the screen. */
  readonly link: string
  readonly figures: readonly ReportFigure[]
  readonly series: readonly ReportSeries[]
  readonly parts: readonly ReportParts[]
  readonly madeAt: Date
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
  readonly title: string
  readonly days: readonly string[]
  readonly values: readonly (number | null)[]
  readonly previous: readonly (number | null)[]
  readonly textOf: (value: number) => string
}

/** A figure divided by one dimension. */
export interface ReportParts {
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
