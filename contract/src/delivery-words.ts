/** Why a message did not arrive, by the code that the messaging provider gives. Source: Twilio, error and warning dictionary. */
const reasons: Readonly<Partial<Record<string, string>>> = {
  '21211': 'this is not a valid number',
  '21610': 'the recipient has opted out',
  '21614': 'this is not a mobile number',
  '30003': 'the phone can’t be reached',
  '30004': 'the number does not accept messages',
  '30005': 'the number is unknown',
  '30006': 'this is a landline, or its operator can’t be reached',
  '30007': 'the operator filtered it',
  '30008': 'the operator gives no reason',
  '30034': 'the number it was sent from is not registered',
  '63003': 'the channel does not know the recipient',
  '63016': 'more than 24 hours after the recipient’s last message, only a template can be sent',
}

/** `failed: the phone can’t be reached (30003)`, or a code alone if its meaning is not known. */
export function failedText(state: string, code: string | undefined): string {
  if (code === undefined) return state
  const reason = reasons[code]
  return reason ? `${state}: ${reason} (${code})` : `${state} (${code})`
}
