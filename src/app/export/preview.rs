//! What a file will look like and how long it will be, made on a thread of its
//! own: the latest order wins.

use std::sync::mpsc::{Receiver, channel};

use eframe::egui::{ColorImage, Context, TextureHandle, TextureOptions};

use super::order::Order;
use crate::field::Cancel;
use crate::figure::animation::AnimationError;
use crate::figure::motion::Motion;
use crate::figure::paper::Paper;

/// What is known of an order.
enum News {
    Seen(Result<Seen, AnimationError>),
    Size(Option<u64>),
}

/// What is seen of an order.
#[derive(Default)]
pub struct Seen {
    /// A small picture; none of a table.
    pub picture: Option<ColorImage>,
    /// The sheet of a figure at its true size.
    pub paper: Option<Paper>,
    /// What moves in an animation.
    pub motion: Option<Motion>,
}

/// The preview of the last order.
#[derive(Default)]
pub struct Preview {
    asked: Option<(Order, [u32; 2])>,
    job: Option<(Cancel, Receiver<News>)>,
    texture: Option<TextureHandle>,
    /// Whether the picture is that of an order before.
    pub is_old: bool,
    /// Why there is none.
    pub error: Option<AnimationError>,
    /// The sheet of a figure.
    pub paper: Option<Paper>,
    /// What moves in an animation.
    pub motion: Option<Motion>,
    /// How many bytes the file will have, once that is known.
    pub size: Option<u64>,
}

impl Drop for Preview {
    fn drop(&mut self) {
        self.forget();
    }
}

impl Preview {
    /// Asks for the preview of an order in at most so many pixels, unless it is that already.
    pub fn ask(&mut self, ctx: &Context, order: &Order, room: [u32; 2]) {
        self.collect(ctx);
        if self
            .asked
            .as_ref()
            .is_some_and(|(asked, size)| asked == order && *size == room)
        {
            return;
        }
        self.forget();
        self.is_old = true;
        self.asked = Some((order.clone(), room));
        let cancel = Cancel::default();
        let (sender, news) = channel();
        let (flag, order, woken) = (cancel.clone(), order.clone(), ctx.clone());
        let work = move || {
            let seen = order.preview(room, &flag);
            let is_seen = seen.is_ok();
            if flag.is_raised() || sender.send(News::Seen(seen)).is_err() {
                return;
            }
            woken.request_repaint();
            if is_seen {
                let size = order.file_size(&flag);
                if !flag.is_raised() && sender.send(News::Size(size)).is_ok() {
                    woken.request_repaint();
                }
            }
        };
        let spawned = std::thread::Builder::new()
            .name("poscope-preview".to_owned())
            .spawn(work);
        self.job = spawned.is_ok().then_some((cancel, news));
    }

    /// Gives up what is under way; the picture stays.
    pub fn forget(&mut self) {
        if let Some((cancel, _)) = self.job.take() {
            cancel.raise();
        }
        self.asked = None;
        self.size = None;
    }

    fn collect(&mut self, ctx: &Context) {
        let Some((_, news)) = &self.job else { return };
        for news in news.try_iter() {
            match news {
                News::Seen(Ok(seen)) => {
                    (self.error, self.is_old) = (None, false);
                    (self.paper, self.motion) = (seen.paper, seen.motion);
                    let texture = |picture| ctx.load_texture("preview", picture, TextureOptions::LINEAR);
                    self.texture = seen.picture.map(texture);
                }
                News::Seen(Err(error)) => {
                    (self.error, self.is_old) = (Some(error), false);
                    (self.paper, self.motion) = (None, None);
                    self.texture = None;
                }
                News::Size(size) => self.size = size,
            }
        }
    }

    /// The picture, where there is one.
    pub fn texture(&self) -> Option<&TextureHandle> {
        self.texture.as_ref()
    }
}
