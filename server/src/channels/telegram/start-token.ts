/** What a person sends who follows a link of ours to the bot. */
const start = /^(\/start) ([\w-]{1,64})$/

export const startTokenOf = (text = ''): string | undefined => start.exec(text)?.[2]

/** The token is a secret of its owner, so the text that people read is without it; the raw record has it. */
export const withoutStartToken = (text: string): string => text.replace(start, '$1 ••••••')
