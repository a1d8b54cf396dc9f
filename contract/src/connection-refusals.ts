/** Why a provider does not let an account be connected, until people change something. */
export const connectionRefusals = [
  /** The provider's credentials are not set. */
  'not-configured',
  'credentials-refused',
  /** The provider does not have the number or address. */
  'address-unknown',
  /** The provider has it, but it receives no messages: not registered yet, offline, or for calls only. */
  'cannot-receive',
  /** The provider's archive does not include the person: they have no seat in it, or it does not know their ID. */
  'not-archived',
  /** The agent or the sign-in belongs to another number or address than the one entered. */
  'address-differs',
  /** The provider has removed the address from the account: what is sent to it does not arrive there any more. */
  'alias-removed',
  /** Something else at the provider takes the messages, such as an application or a messaging service. */
  'delivered-elsewhere',
  /** The owner ended the link in the app, or it ended because the phone was offline for long. */
  'signed-out',
  /** The provider closed or restricted the account. */
  'account-closed',
  /** It delivers to our address, which does not answer it. */
  'cannot-deliver',
  'host-refused',
  /** The provider takes calls only from networks that were named to it, and ours is not one of them. */
  'network-refused',
  /** The provider takes no connection of this release any more. */
  'outdated',
  /** The provider answered in a way that we do not understand. */
  'not-understood',
] as const
export type ConnectionRefusal = (typeof connectionRefusals)[number]
