/** The five kinds of message, in the order of the weights. */
export const categories = ['question', 'request', 'complaint', 'compliment', 'other'] as const
export type Category = (typeof categories)[number]

/** How soon a message needs an answer. */
export type Urgency = 'low' | 'medium' | 'high'
