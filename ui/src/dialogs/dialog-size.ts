/**
 * The widths of dialogs, in px. A dialog has the smallest that its content fits in, and is as high as its content. What
 * is laid out in it, such as an insight, is a `page`: it fills the window, with its buttons in one bar at the end. Source: docs/rules/look.md.
 */
export const dialogWidths = { small: 480, medium: 720, large: 1120, page: '100%' } as const

export type DialogSize = keyof typeof dialogWidths

/** The width of a form's fields, in px: what a medium dialog has room for, and a large one beside its side. */
export const fieldsWidth = 672
