import type { Script } from '#scene.ts'

export const portugueseMails: Script = {
  language: 'pt',
  text: `
# pt-mail-review | review | mail
s: Relatório do {lastquarter}
r: Segue em anexo o relatório: {pct} depois de custos. // Propomos manter a carteira como está. // Podemos falar na {weekday} às {time}?
> attach pdf
c: {Muito claro, obrigado|Recebido}. Pode ser.
`,
}
