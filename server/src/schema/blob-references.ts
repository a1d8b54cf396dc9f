/** The tables that refer to files in the blob store, each by its column `sha256`. */
export const blobReferences = [
  { table: 'attachment', where: "state = 'stored' and sha256 is not null" },
  { table: 'comment_file', where: 'true' },
] as const
