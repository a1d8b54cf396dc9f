import { resolve } from 'node:path'
import { z } from 'zod'

/** One environment variable: its form, its meaning, and its default. */
export interface Variable<Schema extends z.ZodType> {
  readonly schema: Schema
  /** The expected form, for the error and the README. */
  readonly form: string
  readonly meaning: string
  /** The default in words. */
  readonly otherwise: string
  /** Its value is never repeated. */
  readonly secret?: true
  /** Set by the supervisor for its processes, not by people. */
  readonly internal?: true
}

export const variable = <Schema extends z.ZodType>(given: Variable<Schema>) => given

export const whole = (least: number, most: number) => ({
  schema: z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .refine((value) => value >= least && value <= most),
  form: `a whole number, ${least} to ${most}`,
})

export const port = { ...whole(0, 65_535), form: 'a port number, 0 to 65535 (0: any free one)' }

/** A number with a default. */
export const numberOr = (otherwise: number, { schema, form }: ReturnType<typeof whole>) => ({
  schema: schema.default(otherwise),
  form,
  otherwise: String(otherwise),
})

export const oneOf = <const Choices extends readonly [string, ...string[]]>(
  choices: Choices,
  otherwise: Choices[number],
) => ({
  schema: z.enum(choices).default(otherwise as never),
  form: `one of ${choices.join(', ')}`,
  otherwise,
})

/** A host name of letters, digits and hyphens, in lower case. */
export const hostName = /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*$/
export const mediaHost = /^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/
export const databaseUrl = z.string().regex(/^postgres(ql)?:\/\/./)
export const file = {
  schema: z
    .string()
    .transform((path) => resolve(path))
    .optional(),
  form: 'the path of a PEM file',
}

/** The path of a folder or file, independent of where the program was started. */
export const path = z.string().transform((text) => resolve(text))

/** An http or https address without a slash at its end. */
export const address = z.url({ protocol: /^https?$/ }).transform((url) => url.replace(/\/+$/, ''))
