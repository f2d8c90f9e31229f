/** A puzzle in a frame on another site's page: it is played there, and no more. */

import { show } from "./game.js";
import "./moves.js";

show();
