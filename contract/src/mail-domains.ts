import { z } from 'zod'

/** The part of mail addresses after the at sign, in lower case. */
export const MailDomain = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9-]{2,63}$/, {
    error: ({ input }) => `“${String(input)}” is not a domain, such as example.com`,
  })
