/** The tables whose rows name files of the blob store, each by a column `sha256`. */
export const blobReferences = [
  { table: 'attachment', where: "state = 'stored' and sha256 is not null" },
  { table: 'comment_file', where: 'true' },
] as const
