import { type ElsewhereLanguage, elsewhere } from './language.ts'

const write = '(?:ecri|appel|contact|envo|joi|ajout|retrouv|repon|text|transf|rejoi)[a-z]*'
const talk = '(?:parl|continu|pass|discut|bascul|poursui|echang)[a-z]*'
const device = '(?:numero|portable|telephone|mobile|tel|ligne|gsm|natel|APP)'
const own = '(?:mon|ma|son|sa|votre|ton|ta)'
const privately = '(?:prive|privee|personnel|personnelle|perso)'

/** A word that leaves open what is written: not "une note sur", "l'analyse sur". */
const light =
  "(?:(?:le|la|les) (?:fichiers?|liens?|photos?|documents?|liste|adresse|contrat) |(?!(?:une?|des?|du|les?|la|mes|vos|votre|ton|ta|tes|ses|options|stops?)\\b|[ld]')[a-z'-]+ )"
/** Words beside a verb of talking or moving: not "nos positions". */
const aside =
  '(?:(?:en|y|nous|vous|tout|plutot|mieux|cela|ca|le|la|demain|ensuite|donc|de ca|de cela|avec moi|la conversation) )'
const noCompany = '\\b(?!-| (?:et|ou) [a-z]+(?:END))'
const asked = '\\b(?=\\s*$|\\s*[.;!?)]| (?:aussi|installe)\\b)'

export const french: ElsewhereLanguage = {
  app: elsewhere(
    `\\b${write}[- ]${light}{0,5}?sur (?:mon |ton |votre )?APP${noCompany}`,
    `\\b${write}[- ](?:[a-z'-]+ ){0,5}?(?:via|par) (?:mon |ton |votre )?APP${noCompany}`,
    `\\b${write}[- ](?:[a-z'-]+ ){0,5}?sur (?:mon |ton |votre )?ONLY${noCompany}`,
    `\\b${talk}[- ]${aside}{0,4}?(?:sur|(?<!\\bpass[a-z]* )(?:via|par)) (?:mon |ton |votre )?CHAT(?:END| (?:pour la suite|ce soir|demain|plutot|svp|si|quand|plus tard)\\b)`,
    '\\b(?:passons|passer|basculons|basculer) a CHAT(?:END| (?:pour la suite|ce soir|demain)\\b)',
    `\\b(?:vous utilisez|tu utilises|utilisez-vous) APP${asked}`,
    `\\b(?:vous avez|avez-vous|tu as|as-tu) CHAT${asked}`,
    `\\b(?:vous etes|etes-vous|tu es|es-tu|t'es) sur APP${asked}`,
    "\\bmon (?:numero |compte |identifiant )?CHAT (?:est|c'est)\\b",
  ),
  private: elsewhere(
    `\\b(?:sur|a|au|de|depuis|via|par|avec|utilise[zr]?|voici|prene[zr]|prends|note[zr]?|c'est) (?:(?:mon|ma|son|sa|votre|ton|ta) )(?:autre )?${device} ${privately}\\b`,
    `\\bmon ${device} ${privately}(?: est|,? c'est| :|:)`,
    '\\b(?:ecri|appel|parl|contact|discut|repon)[a-z]*(?:[- ][a-z]+){0,3} en prive\\b',
    `\\bde ${own} ${device} ${privately}\\b`,
  ),
  mail: elsewhere(
    `\\b(?:sur|a|de|depuis|via|par|dans) (?:mon|ma|son|sa) (?:(?:adresse |boite |compte )?(?:e-?mail|mail|courriel|messagerie|electronique)|boite) ${privately}\\b`,
    `\\b(?:sur|depuis|via) (?:mon|son) adresse ${privately}\\b`,
    `\\b(?:repon|transf)[a-z]*(?:-[a-z]+)? a (?:mon|son) adresse ${privately}\\b`,
    '\\b(?:sur|a|de|depuis|via|par|dans) (?:mon|ma) (?:adresse |compte |boite )?HOST\\b',
  ),
  unwritten: elsewhere(
    "\\b(?:plutot|mieux vaut|je prefere|prefere|preferons) (?:ne )?pas (?:[a-z' ]{0,20})(?:par ecrit|ici|dans ce chat|par (?:mail|message|sms))(?=[\\s,.;:!?]*$|[,.;:])",
    "\\b(?:ne parlons pas|n'en parlons pas|n'en discutons pas|ne discutons pas|n'ecrivez pas|n'ecris pas|ne l'ecrivez pas|ne l'ecris pas|ne mettez pas|ne mets pas)(?: [a-z]+){0,3} (?:ici|par ecrit|dans ce chat)(?=[\\s,.;:!?]*$|[,.;:])",
    '^(?:pas|rien|jamais) (?:de cela |de ca )?par ecrit\\b',
    '^(?:pas|surtout pas) ici(?=[\\s,.;:!?]*$|,)',
  ),
  unless:
    /\b(?:ne|n'[a-z]+|jamais|aucun|aucune|sans|interdit|interdite|autorise|autorises|politique|reglement|conformite|arnaque|fraude|action|actions|panne|formulaire|dossier|fiche|mot de passe)\b/,
  aside: /\bpourquoi (?:ne )?pas\b|\bou pas\b|\bn'est-ce pas\b|\bn'hesitez pas a\b|\bn'hesite pas a\b/,
}
