/** What a form keeps of a field for numbers: the number, or nothing while none is entered. */
export const wholeOf = (value: number | string) => (typeof value === 'number' ? value : '')
