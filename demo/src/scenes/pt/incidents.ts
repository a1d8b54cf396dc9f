import type { Script } from '#scene.ts'

export const portugueseIncidents: Script = {
  language: 'pt',
  text: `
# pt-guarantee | incident | end hit=guarantees:breach
r: É um produto {sem risco|com retorno garantido}, {pct} ao ano. {Também tenho|Fecha na {weekday}}.
c: {A sério|De certeza}?

# pt-off | incident | end hit=off-channel:breach
r: Escreva-me antes para o meu número pessoal, {aqui fica tudo gravado|é mais rápido}.
c: {Está bem|Qual é}?

# pt-gift | incident | hit=gifts:minor
c: Deixei uma lembrança na receção, {doces da terra|coisa pouca}.
r: {Que simpatia|Não era preciso}! Registo e partilho com a equipa.

# pt-cash | incident | end hit=unusual-payments:breach
c: Posso levar {amount} em dinheiro vivo?
r: Não aceitamos, e teria de saber a origem.

# pt-rude | incident | end hit=profanity:minor
c: Que merda de formulário, {apagou tudo|voltou ao início}!
r: {Compreendo|Lamento}. Eu preencho e só assina.
`,
}
