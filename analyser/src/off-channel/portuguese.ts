import { type ElsewhereLanguage, elsewhere } from './language.ts'

const write = '(?:escrev|lig|mand|envi|contat|contact|adicion|cham|respond|encaminh|procur)[a-z]*'
const talk = '(?:fal|pass|continu|mud|convers|vamos|combin)[a-z]*'
const device = '(?:numero|telemovel|celular|telefone|APP|SHORT)'
const to =
  '(?:para o|pro|ao|no|do|pelo|a partir do|com o|use o|usa o|este e o|esse e o|aqui esta o|anote o|anota o)'

/** A word that leaves open what is written: not "a ordem no", "uma nota no". */
const light = '(?:(?!(?:uma?|uns|umas|os?|as?|mais|outra|sua|seu|tua|teu|opcoes|stops?)\\b)[a-z-]+ )'
/** Words beside a verb of talking or moving: not "a ordem". */
const aside =
  '(?:(?:comigo|contigo|disso|disto|isso|isto|sobre isso|melhor|amanha|hoje|depois|mais tarde|nos|tudo|a conversa|falar|continuar|conversar|combinar) )'
const noCompany = '\\b(?!-| (?:e|ou) [a-z]+(?:END))'
const after = '\\b(?=END| (?:hoje|amanha|depois|melhor|quando|se|agora|mais tarde)\\b)'
const at = '(?:por|pelo|no|para o|pro|via|ao) (?:meu |seu |teu )?'

export const portuguese: ElsewhereLanguage = {
  app: elsewhere(
    `\\b${write}[- ]${light}{0,5}?${at}(?:APP|SHORT)${noCompany}`,
    `\\b${write}[- ](?:[a-z-]+ ){0,5}?(?:pelo|via) (?:meu |seu |teu )?(?:APP|SHORT)${noCompany}`,
    `\\b${write}[- ](?:[a-z-]+ ){0,5}?${at}ONLY${noCompany}`,
    `\\b${talk}[- ]${aside}{0,3}?${at}(?:CHAT|SHORT)${after}`,
    '\\b(?:usa|usas) (?:o )?APP\\b(?=\\s*\\?)',
    '\\b(?:tem|tens) (?:o )?CHAT\\b(?=\\s*\\?)',
    '\\b(?:voce esta|estas|esta) no APP\\b(?=\\s*\\?)',
    '\\bmeu (?:(?:numero do |contato do |contacto do )APP|CHAT|SHORT) e\\b',
  ),
  private: elsewhere(
    `\\b${to} (?:meu|seu|teu) (?:outro )?${device} (?:privado|pessoal|particular)\\b`,
    `\\bmeu ${device} (?:privado|pessoal|particular)(?: e\\b|:)`,
    '\\b(?:escrev|fal|cham|mand|respond)[a-z]*(?:[- ][a-z]+){0,3} (?:no|em|por) (?:privado|particular)\\b',
  ),
  mail: elsewhere(
    '\\b(?:para o|pro|ao|no|do|pelo) meu (?:e-?mail|correio|endereco (?:eletronico|de e-?mail))(?: eletronico)? (?:pessoal|privado|particular)\\b',
    '\\b(?:para o|pro|ao|no|do|pelo) meu (?:e-?mail do )?HOST\\b',
    '\\bmeu e-?mail (?:pessoal|privado|particular)(?: e\\b|:)',
  ),
  unwritten: elsewhere(
    '\\b(?:melhor|prefiro|preferia) nao (?:[a-z]+ ){0,4}?(?:por escrito|aqui|por aqui|por (?:mensagem|chat|e-?mail))(?=[\\s,.;:!?]*$|[,.;:])',
    '\\bnao (?:vamos )?(?:falar|falemos|escreva|escrevas|discutir|comente|ponha|ponhas)(?: [a-z]+){0,3} (?:aqui|por aqui|por escrito|por este (?:canal|chat))(?=[\\s,.;:!?]*$|[,.;:])',
    '^(?:nada|nunca) por escrito\\b',
  ),
  unless:
    /\b(?:nao|nunca|jamais|nenhum|nenhuma|sem|proibido|proibida|permitido|permite|politica|norma|conformidade|golpe|fraude|burla|acoes|fora do ar|formulario|ficha|cadastro|senha)\b/,
  aside: /\bpor que nao\b|\bporque nao\b|\bou nao\b|\bse nao se importar\b/,
}
