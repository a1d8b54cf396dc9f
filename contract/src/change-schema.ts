import { z } from 'zod'

type WithoutDefault<Field> = Field extends z.ZodDefault<infer Given> ? Given : Field
type Changed<Shape extends z.ZodRawShape> = {
  [Name in keyof Shape]: z.ZodOptional<WithoutDefault<Shape[Name]>>
}

/**
 * The change of what a draft creates: each field is optional, and none has a default. `partial` alone keeps the draft's defaults, so that
 * a change would reset the fields that it does not name.
 */
export function changeSchemaOf<Shape extends z.ZodRawShape>(
  draft: z.ZodObject<Shape, z.core.$strict>,
): z.ZodObject<Changed<Shape>, z.core.$strict> {
  const fields = Object.entries(draft.shape).map(([name, field]) => [name, withoutDefault(field).optional()])
  return z.strictObject(Object.fromEntries(fields) as Changed<Shape>)
}

const withoutDefault = (field: z.core.$ZodType) =>
  (field instanceof z.ZodDefault ? field.unwrap() : field) as z.ZodType
