/** The first page: today's puzzle is played there; the rest of what there is stands on its own page. */

import { show } from "../play/game.js";
import "../play/moves.js";

show();
