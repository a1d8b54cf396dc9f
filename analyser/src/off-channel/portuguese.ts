import { type ElsewhereLanguage, elsewhere } from './language.ts'

const say =
  '(?:escrev|lig|mand|envi|contat|contact|fal|pass|continu|adicion|mud|cham|respond|convers|vamos|encaminh|procur|deix|combin)[a-z]*'
const device = '(?:numero|telemovel|celular|telefone|APP)'
const to =
  '(?:para o|pro|ao|no|do|pelo|a partir do|com o|use o|usa o|este e o|esse e o|aqui esta o|anote o|anota o)'

export const portuguese: ElsewhereLanguage = {
  app: elsewhere(
    `\\b${say}[- ](?:[a-z-]+ ){0,5}?(?:por|pelo|no|para o|pro|via|ao) (?:meu |seu |teu )?APP\\b`,
    '\\b(?:tem|tens|usa|usas) (?:o )?APP\\b(?=\\s*\\?)',
    '\\b(?:voce esta|estas|esta) no APP\\b(?=\\s*\\?)',
    '\\bmeu (?:numero do |contato do |contacto do )?APP e\\b',
  ),
  private: elsewhere(
    `\\b${to} (?:meu|seu|teu) (?:outro )?${device} (?:privado|pessoal|particular)\\b`,
    `\\bmeu ${device} (?:privado|pessoal|particular)(?: e\\b|:)`,
    '\\b(?:escrev|fal|cham|mand|respond)[a-z]*(?:[- ][a-z]+){0,3} (?:no|em|por) (?:privado|particular)\\b',
  ),
  mail: elsewhere(
    '\\b(?:para o|pro|ao|no|do|pelo) meu (?:e-?mail|correio|endereco)(?: eletronico| de e-?mail)? (?:pessoal|privado|particular)\\b',
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
