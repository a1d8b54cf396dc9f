/** What fills a bar of counts at least: otherwise one or two of something would look like very many. */
export const leastCount = 5
