/** How a message proposes to go on elsewhere. Source: docs/analysis.md. */
export const offChannelWays = ['app', 'private', 'mail', 'unwritten'] as const
export type OffChannelWay = (typeof offChannelWays)[number]

export const offChannelWayNames: Readonly<Record<OffChannelWay, string>> = {
  app: 'Another application',
  private: 'Private number or account',
  mail: 'Private mailbox',
  unwritten: 'By phone, in person or elsewhere',
}
